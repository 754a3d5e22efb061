/* Folders: counted and removed. */
#include "folder_fixture.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "test.h"

int fixture_count_files(const char *folder, const char *suffix)
{
    DIR *entries = opendir(folder);
    int n = 0;
    CHECK(entries);
    for (struct dirent *entry; (entry = readdir(entries));) {
        size_t len = strlen(entry->d_name), end = strlen(suffix);
        n +=
            entry->d_name[0] != '.' && len >= end && strcmp(entry->d_name + len - end, suffix) == 0;
    }
    closedir(entries);
    return n;
}

void fixture_remove_folder(const char *folder)
{
    DIR *entries = opendir(folder);
    CHECK(entries);
    for (struct dirent *entry; (entry = readdir(entries));)
        unlinkat(dirfd(entries), entry->d_name, 0); /* refuses . and .. */
    closedir(entries);
    CHECK(!rmdir(folder));
}
