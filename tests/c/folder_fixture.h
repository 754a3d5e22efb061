/* What the tests of caches on disk share. */
#ifndef DPEX_TESTS_FOLDER_FIXTURE_H
#define DPEX_TESTS_FOLDER_FIXTURE_H

/* How many entries' names end like this; hidden ones do not count. */
int fixture_count_files(const char *folder, const char *suffix);
/* Removes a folder that holds no folders. */
void fixture_remove_folder(const char *folder);

#endif
