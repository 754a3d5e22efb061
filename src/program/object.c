/* The loader of object code: sections into one mapping, relocations, then executable and no longer
 * writable.
 *
 * Functions outside lie anywhere in the address space, further than a call reaches, so each gets a
 * stub behind the sections: a jump through an address that stands beside it, which also serves
 * where the code wants the address itself. */
#include "program/object.h"
#include "base/integer.h"

#include <dlfcn.h>
#include <elf.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "base/alloc.h"
#include "base/error.h"
#include "program/debugger.h"
#include "program/kernel_print.h"
#include "program/relocate.h"

enum { STUB_BYTES = DPEX_STUB_BYTES, MAX_SECTIONS = 4096, MAX_BYTES = 1 << 28 };

#if defined(__aarch64__)
static const dpex_machine *const machine = &dpex_machine_aarch64;
#else
static const dpex_machine *const machine = &dpex_machine_x86_64;
#endif

/* A global symbol of the object; the name is owned. */
typedef struct definition {
    char *name;
    void *address;
} definition;

struct dpex_object {
    char *memory; /* the mapping */
    size_t bytes;
    definition *definitions;
    size_t n_definitions;
    dpex_debug_entry *debug; /* of code with line tables */
};

/* The file while it is read. */
typedef struct image {
    const char *file;
    size_t bytes;
    const Elf64_Shdr *sections;
    size_t n_sections;
    size_t *offsets; /* of each section in the mapping; SIZE_MAX: not loaded */
    const Elf64_Sym *symbols;
    size_t n_symbols;
    const char *names;
    size_t names_bytes;
    size_t *stubs; /* of each symbol in the mapping; 0: none */
    size_t size;   /* of the mapping */
    dpex_object *object;
} image;

/* ---- symbols --------------------------------------------------------------------------------- */

/* C has no conversion from a pointer to a function to one to an object; POSIX has the same bytes
 * for both. */
static void *function_address(void (*function)(void))
{
    void *address;
    memcpy(&address, &function, sizeof address);
    return address;
}

/* What kernels may call, and no more: a list instead of dlsym over the process, where another
 * library could define the same name. */
static void *find_known(const char *name)
{
    static const struct {
        const char *name;
        void (*function)(void);
    } known[] = {
#define DPEX_KERNEL_SYMBOL(function) {#function, (void (*)(void))(function)},
#define DPEX_KERNEL_MATH(function)                                                                 \
    DPEX_KERNEL_SYMBOL(function){#function "f", (void (*)(void))(function##f)},
#include "defs/kernel_symbols.def"
#undef DPEX_KERNEL_MATH
#undef DPEX_KERNEL_SYMBOL
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!strcmp(known[i].name, name)) return function_address(known[i].function);
    }
    return NULL;
}

/* _ZGV: glibc's vector functions by the vector function ABI, which LLVM calls from vectorised
 * loops. */
static void *find_symbol(const char *name)
{
    if (strncmp(name, "_ZGV", 4)) return find_known(name);
    void *library = dlopen("libmvec.so.1", RTLD_LAZY | RTLD_LOCAL); /* stays open */
    return library ? dlsym(library, name) : NULL;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* Written so that no sum can overflow, whatever the file says. */
static int is_inside(const image *im, uint64_t offset, uint64_t bytes)
{
    return offset <= im->bytes && bytes <= im->bytes - offset;
}

/* Nothing in the file is trusted: it may come from a damaged cache. */
static dpex_status read_header(image *im)
{
    Elf64_Ehdr head;
    if (im->bytes < sizeof head) return dpex_object_fail("it is too short");
    memcpy(&head, im->file, sizeof head);
    if (memcmp(head.e_ident, ELFMAG, SELFMAG) || head.e_ident[EI_CLASS] != ELFCLASS64 ||
        head.e_type != ET_REL)
        return dpex_object_fail("it is not a relocatable ELF file");
#if !defined(__x86_64__)
    return DPEX_FAIL(
        DPEX_ERROR_UNSUPPORTED,
        "object code, which kernels in Python become, is loaded on x86-64 hosts alone so far");
#endif
    if (head.e_machine != machine->elf_number)
        return dpex_object_fail("it is for another processor");
    if (head.e_shentsize != sizeof(Elf64_Shdr) || head.e_shnum > MAX_SECTIONS ||
        head.e_shoff % sizeof(uint64_t) ||
        !is_inside(im, head.e_shoff, (uint64_t)head.e_shnum * sizeof(Elf64_Shdr)))
        return dpex_object_fail("its table of sections is damaged");
    im->sections = (const Elf64_Shdr *)(im->file + head.e_shoff);
    im->n_sections = head.e_shnum;
    return DPEX_SUCCESS;
}

/* A string table has bytes in the file, which check_sections makes sure of; other kinds of sections may
 * have none. */
static int is_string_table(const image *im, size_t number)
{
    return number < im->n_sections && im->sections[number].sh_type == SHT_STRTAB;
}

static dpex_status check_sections(const image *im)
{
    Elf64_Ehdr head;
    memcpy(&head, im->file, sizeof head);
    if (!is_string_table(im, head.e_shstrndx))
        return dpex_object_fail("its sections have no names");
    for (size_t i = 0; i < im->n_sections; i++) {
        const Elf64_Shdr *s = &im->sections[i];
        if (s->sh_type != SHT_NOBITS && !is_inside(im, s->sh_offset, s->sh_size))
            return dpex_object_fail("a section lies outside the file");
        if (s->sh_addralign > 4096 || s->sh_size > MAX_BYTES)
            return dpex_object_fail("a section is too large");
    }
    return DPEX_SUCCESS;
}

/* The last byte of the names is NUL, so that every name in them ends. */
static dpex_status find_symbols(image *im)
{
    for (size_t i = 0; i < im->n_sections; i++) {
        const Elf64_Shdr *s = &im->sections[i];
        if (s->sh_type != SHT_SYMTAB) continue;
        if (!is_string_table(im, s->sh_link) || s->sh_offset % sizeof(uint64_t))
            return dpex_object_fail("its table of symbols is damaged");
        im->symbols = (const Elf64_Sym *)(im->file + s->sh_offset);
        im->n_symbols = s->sh_size / sizeof(Elf64_Sym);
        const Elf64_Shdr *names = &im->sections[s->sh_link];
        im->names = im->file + names->sh_offset;
        im->names_bytes = names->sh_size;
    }
    if (!im->symbols || !im->names_bytes || im->names[im->names_bytes - 1])
        return dpex_object_fail("it has no symbols");
    return DPEX_SUCCESS;
}

static const char *name_of(const image *im, const Elf64_Sym *symbol)
{
    return symbol->st_name < im->names_bytes ? im->names + symbol->st_name : "";
}

/* Unwinding tables are left out: nothing is thrown through a kernel. */
static int is_loaded(const Elf64_Shdr *s)
{
    return s->sh_flags & SHF_ALLOC && s->sh_type != SHT_X86_64_UNWIND && s->sh_size;
}

static int has_name(const image *im, const Elf64_Shdr *s, const char *name)
{
    size_t bytes = strlen(name) + 1;
    Elf64_Ehdr head;
    memcpy(&head, im->file, sizeof head);
    const Elf64_Shdr *names = &im->sections[head.e_shstrndx];
    return s->sh_name + bytes <= names->sh_size &&
           !memcmp(im->file + names->sh_offset + s->sh_name, name, bytes);
}

/* Sections one behind the other at their alignments, then a stub for each undefined symbol. All
 * share pages that end up executable and not writable: zeroed writable data is refused, and
 * initialised data, such as constants that need relocations, becomes read-only. */
static dpex_status lay_out_sections(image *im)
{
    for (size_t i = 0; i < im->n_sections; i++) {
        const Elf64_Shdr *s = &im->sections[i];
        im->offsets[i] = SIZE_MAX;
        /* On aarch64, and by older assemblers, unwinding tables are ordinary sections. */
        if (!is_loaded(s) || has_name(im, s, ".eh_frame")) continue;
        if (s->sh_flags & SHF_WRITE && s->sh_type == SHT_NOBITS)
            return dpex_object_fail("it has writable data");
        size_t align = s->sh_addralign ? s->sh_addralign : 1;
        im->size = dpex_size_pad(im->size, align);
        im->offsets[i] = im->size;
        im->size += s->sh_size;
    }
    im->size = dpex_size_pad(im->size, STUB_BYTES);
    for (size_t i = 1; i < im->n_symbols; i++) {
        if (im->symbols[i].st_shndx != SHN_UNDEF) continue;
        im->stubs[i] = im->size;
        im->size += STUB_BYTES;
    }
    return im->size < MAX_BYTES ? DPEX_SUCCESS : dpex_object_fail("it is too large");
}

/* ---- into memory ----------------------------------------------------------------------------- */

/* Zeros where a section has no bytes in the file. */
static dpex_status map(image *im)
{
    dpex_object *o = im->object;
    o->bytes = im->size ? im->size : 1;
    void *memory = mmap(NULL, o->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for %zu bytes of code", o->bytes);
    o->memory = memory;
    for (size_t i = 0; i < im->n_sections; i++) {
        const Elf64_Shdr *s = &im->sections[i];
        if (im->offsets[i] != SIZE_MAX && s->sh_type != SHT_NOBITS)
            memcpy(o->memory + im->offsets[i], im->file + s->sh_offset, s->sh_size);
    }
    return DPEX_SUCCESS;
}

/* dlopen and dlsym may run here, and no lock is held. */
static dpex_status write_stubs(const image *im)
{
    for (size_t i = 1; i < im->n_symbols; i++) {
        if (!im->stubs[i]) continue;
        const char *name = name_of(im, &im->symbols[i]);
        void *address = find_symbol(name);
        if (!address)
            return DPEX_FAIL(DPEX_ERROR_COMPILE, "a kernel calls '%s', which does not exist", name);
        char *stub = im->object->memory + im->stubs[i];
        memcpy(stub, machine->stub, machine->stub_code_bytes);
        memcpy(stub + machine->stub_address, &address, sizeof address);
    }
    return DPEX_SUCCESS;
}

/* Where a symbol of the object, or its stub, lies; NULL: nowhere. */
static char *symbol_address(const image *im, size_t number)
{
    if (number >= im->n_symbols) return NULL;
    const Elf64_Sym *symbol = &im->symbols[number];
    char *memory = im->object->memory;
    if (symbol->st_shndx == SHN_UNDEF) return im->stubs[number] ? memory + im->stubs[number] : NULL;
    if (symbol->st_shndx >= im->n_sections || im->offsets[symbol->st_shndx] == SIZE_MAX)
        return NULL;
    if (symbol->st_value > im->sections[symbol->st_shndx].sh_size) return NULL;
    return memory + im->offsets[symbol->st_shndx] + symbol->st_value;
}

/* slot: the address of the word in the stub that holds the symbol's address, for code that loads it
 * from a table (GOT) instead of calling. */
static dpex_status relocate_one(const image *im, char *at, size_t n_bytes, const Elf64_Rela *r)
{
    size_t number = ELF64_R_SYM(r->r_info);
    char *target = symbol_address(im, number);
    if (!target) return dpex_object_fail("it refers to what is not loaded");
    uint64_t slot = 0;
    if (im->stubs[number])
        slot = (uint64_t)(uintptr_t)target + machine->stub_address + (uint64_t)r->r_addend;
    const dpex_relocation relocation = {
        .type = ELF64_R_TYPE(r->r_info),
        .at = at,
        .n_bytes = n_bytes,
        .address = (uint64_t)(uintptr_t)at,
        .target = (uint64_t)(uintptr_t)target + (uint64_t)r->r_addend,
        .slot = slot,
    };
    return machine->relocate(&relocation);
}

static dpex_status relocate_section(const image *im, const Elf64_Shdr *rela)
{
    size_t offset = im->offsets[rela->sh_info];
    if (offset == SIZE_MAX) return DPEX_SUCCESS;
    size_t bytes = im->sections[rela->sh_info].sh_size;
    for (size_t i = 0; i < rela->sh_size / sizeof(Elf64_Rela); i++) {
        Elf64_Rela r;
        memcpy(&r, im->file + rela->sh_offset + i * sizeof r, sizeof r);
        if (r.r_offset > bytes) return dpex_object_fail("a relocation lies outside its section");
        DPEX_TRY(relocate_one(im, im->object->memory + offset + r.r_offset,
                              bytes - (size_t)r.r_offset, &r));
    }
    return DPEX_SUCCESS;
}

static dpex_status relocate(const image *im)
{
    for (size_t i = 0; i < im->n_sections; i++) {
        const Elf64_Shdr *s = &im->sections[i];
        if (s->sh_type != SHT_RELA) continue;
        if (s->sh_info >= im->n_sections) return dpex_object_fail("a relocation has no section");
        DPEX_TRY(relocate_section(im, s));
    }
    return DPEX_SUCCESS;
}

/* Only what dpex_object_find may be asked for; names are copied, since the file is released. */
static dpex_status note_definitions(const image *im)
{
    dpex_object *o = im->object;
    o->definitions = dpex_calloc(im->n_symbols, sizeof *o->definitions);
    if (!o->definitions) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for symbols");
    for (size_t i = 1; i < im->n_symbols; i++) {
        const Elf64_Sym *symbol = &im->symbols[i];
        char *address = symbol_address(im, i);
        if (symbol->st_shndx == SHN_UNDEF || ELF64_ST_BIND(symbol->st_info) != STB_GLOBAL ||
            !address)
            continue;
        const char *name = name_of(im, symbol);
        size_t bytes = strlen(name) + 1;
        definition *d = &o->definitions[o->n_definitions];
        d->name = dpex_malloc(bytes);
        if (!d->name) return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory for symbols");
        memcpy(d->name, name, bytes);
        d->address = address;
        o->n_definitions++;
    }
    return DPEX_SUCCESS;
}

/* The caller frees the image's tables, and the object on failure. */
static dpex_status load(image *im)
{
    DPEX_TRY(check_sections(im));
    DPEX_TRY(find_symbols(im));
    im->stubs = dpex_calloc(im->n_symbols, sizeof *im->stubs);
    im->offsets = dpex_calloc(im->n_sections, sizeof *im->offsets);
    if (!im->stubs || !im->offsets)
        return DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to load code");
    DPEX_TRY(lay_out_sections(im));
    DPEX_TRY(map(im));
    DPEX_TRY(write_stubs(im));
    DPEX_TRY(relocate(im));
    DPEX_TRY(note_definitions(im));
    __builtin___clear_cache(im->object->memory, im->object->memory + im->object->bytes);
    if (mprotect(im->object->memory, im->object->bytes, PROT_READ | PROT_EXEC))
        return DPEX_FAIL(DPEX_ERROR_COMPILE, "the system does not allow generated code to run");
    return DPEX_SUCCESS;
}

/* Gives the file to debuggers where it has line tables, with the addresses of its sections; then it is no longer the
 * caller's. */
static dpex_status show_lines(const image *im, char **file)
{
    int has_lines = 0;
    for (size_t i = 0; i < im->n_sections; i++)
        has_lines |= has_name(im, &im->sections[i], ".debug_line");
    if (!has_lines) return DPEX_SUCCESS;
    Elf64_Shdr *sections = (Elf64_Shdr *)(*file + ((const char *)im->sections - im->file));
    for (size_t i = 0; i < im->n_sections; i++) {
        if (im->offsets[i] != SIZE_MAX)
            sections[i].sh_addr = (uint64_t)(uintptr_t)(im->object->memory + im->offsets[i]);
    }
    char *taken = *file;
    *file = NULL;
    return dpex_debugger_add(taken, im->bytes, &im->object->debug);
}

dpex_status dpex_object_load(const void *bytes, size_t n, dpex_object **object)
{
    image im = {.bytes = n};
    char *file = dpex_malloc(n ? n : 1); /* aligned, whatever the caller's bytes are */
    im.object = dpex_calloc(1, sizeof *im.object);
    dpex_status status = DPEX_SUCCESS;
    if (!file || !im.object) status = DPEX_FAIL(DPEX_ERROR_NO_MEMORY, "no memory to load code");
    if (!status) {
        memcpy(file, bytes, n);
        im.file = file;
        status = read_header(&im);
    }
    if (!status) status = load(&im);
    if (!status) status = show_lines(&im, &file);
    dpex_free(im.stubs);
    dpex_free(im.offsets);
    dpex_free(file);
    if (status)
        dpex_object_free(im.object);
    else
        *object = im.object;
    return status;
}

void dpex_object_free(dpex_object *o)
{
    if (!o) return;
    dpex_debugger_remove(o->debug);
    if (o->memory) munmap(o->memory, o->bytes);
    for (size_t i = 0; i < o->n_definitions; i++) dpex_free(o->definitions[i].name);
    dpex_free(o->definitions);
    dpex_free(o);
}

void *dpex_object_find(const dpex_object *o, const char *name)
{
    for (size_t i = 0; i < o->n_definitions; i++) {
        if (!strcmp(o->definitions[i].name, name)) return o->definitions[i].address;
    }
    return NULL;
}
