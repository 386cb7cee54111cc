/* Where an address is in the source, from the symbols and line table of the file it lies in: for messages only.
 *
 * Formats: ELF (System V gABI, chapters 4 and 5); line tables of DWARF 2 to 5 (DWARF 5, section 6.2). */
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lazy/state.h"

/* --- Reading within bounds ---------------------------------------------------------------------------------- */

typedef struct bytes {
    const unsigned char *at, *end;
} bytes;

/* `size` bytes as a little-endian number; 0, at the end, if there are not as many. */
static uint64_t take(bytes *b, size_t size)
{
    uint64_t value = 0;
    if ((size_t)(b->end - b->at) < size) {
        b->at = b->end;
        return 0;
    }
    for (size_t i = 0; i < size && i < 8; i++) value |= (uint64_t)b->at[i] << (8 * i);
    b->at += size;
    return value;
}

static uint64_t take_uleb(bytes *b)
{
    uint64_t value = 0;
    for (unsigned shift = 0; b->at < b->end; shift += 7) {
        unsigned char byte = *b->at++;
        if (shift < 64) value |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80)) break;
    }
    return value;
}

static int64_t take_sleb(bytes *b)
{
    int64_t value = 0;
    unsigned shift = 0;
    unsigned char byte = 0;
    while (b->at < b->end) {
        byte = *b->at++;
        if (shift < 64) value |= (int64_t)((uint64_t)(byte & 0x7F) << shift);
        shift += 7;
        if (!(byte & 0x80)) break;
    }
    return byte & 0x40 && shift < 64 ? value | -(1ll << shift) : value;
}

static const char *take_string(bytes *b)
{
    const char *text = (const char *)b->at;
    const unsigned char *zero = memchr(b->at, 0, (size_t)(b->end - b->at));
    b->at = zero ? zero + 1 : b->end;
    return zero ? text : "";
}

/* --- ELF ---------------------------------------------------------------------------------------------------- */

typedef struct elf_file {
    const unsigned char *data;
    size_t size;
    const ElfW(Shdr) * sections;
    size_t section_count;
    bytes names;
} elf_file;

static bytes section_bytes(const elf_file *f, const ElfW(Shdr) * section)
{
    bool inside = section->sh_type != SHT_NOBITS && !(section->sh_flags & SHF_COMPRESSED) &&
                  section->sh_offset <= f->size && section->sh_size <= f->size - section->sh_offset;
    if (!inside) return (bytes){0};
    return (bytes){f->data + section->sh_offset, f->data + section->sh_offset + section->sh_size};
}

static bytes section_named(const elf_file *f, const char *name)
{
    for (size_t i = 0; i < f->section_count; i++) {
        bytes at = f->names;
        take(&at, f->sections[i].sh_name);
        if (!strcmp(take_string(&at), name)) return section_bytes(f, &f->sections[i]);
    }
    return (bytes){0};
}

static bool elf_open(elf_file *f, const char *path)
{
    *f = (elf_file){0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    struct stat info;
    if (fd < 0) return false;
    if (fstat(fd, &info) == 0 && (size_t)info.st_size > sizeof(ElfW(Ehdr))) {
        void *map = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (map != MAP_FAILED) *f = (elf_file){.data = map, .size = (size_t)info.st_size};
    }
    close(fd);
    if (!f->data) return false;
    const ElfW(Ehdr) *head = (const void *)f->data;
    bool sound = !memcmp(head->e_ident, ELFMAG, SELFMAG) && head->e_shentsize == sizeof(ElfW(Shdr)) &&
                 head->e_shoff % _Alignof(ElfW(Shdr)) == 0 && head->e_shoff <= f->size &&
                 head->e_shnum <= (f->size - head->e_shoff) / sizeof(ElfW(Shdr)) && head->e_shstrndx < head->e_shnum;
    if (sound) {
        f->sections = (const void *)(f->data + head->e_shoff);
        f->section_count = head->e_shnum;
        f->names = section_bytes(f, &f->sections[head->e_shstrndx]);
    }
    return true;
}

static void elf_close(elf_file *f)
{
    munmap((void *)f->data, f->size);
}

/* The function around `address`, static ones too. */
static bool find_function(const elf_file *f, uint64_t address, char *out, size_t size)
{
    for (size_t i = 0; i < f->section_count; i++) {
        if (f->sections[i].sh_type != SHT_SYMTAB || f->sections[i].sh_link >= f->section_count) continue;
        bytes table = section_bytes(f, &f->sections[i]), names = section_bytes(f, &f->sections[f->sections[i].sh_link]);
        for (ElfW(Sym) symbol; (size_t)(table.end - table.at) >= sizeof symbol; table.at += sizeof symbol) {
            memcpy(&symbol, table.at, sizeof symbol);
            if ((symbol.st_info & 0xF) != STT_FUNC || address < symbol.st_value ||
                address >= symbol.st_value + symbol.st_size)
                continue;
            take(&names, symbol.st_name);
            snprintf(out, size, "%s+0x%llx", take_string(&names), (unsigned long long)(address - symbol.st_value));
            return true;
        }
    }
    return false;
}

/* --- DWARF line tables -------------------------------------------------------------------------------------- */

enum {
    DW_LNCT_PATH = 1,
    DW_FORM_DATA2 = 5,
    DW_FORM_DATA4 = 6,
    DW_FORM_DATA8 = 7,
    DW_FORM_STRING = 8,
    DW_FORM_BLOCK = 9,
    DW_FORM_DATA1 = 0x0B,
    DW_FORM_STRP = 0x0E,
    DW_FORM_UDATA = 0x0F,
    DW_FORM_DATA16 = 0x1E,
    DW_FORM_LINE_STRP = 0x1F,
};

typedef struct line_unit {
    const elf_file *file;
    int version;
    size_t offset_size; /* 4, or 8 in 64-bit DWARF */
    unsigned min_instruction, line_range, opcode_base;
    int line_base;
    bytes lengths; /* operands of the standard opcodes */
    bytes tables;  /* directories and files */
    bytes program;
} line_unit;

static const char *take_form(bytes *b, const line_unit *u, uint64_t form)
{
    bytes strings;
    switch (form) {
    case DW_FORM_STRING: return take_string(b);
    case DW_FORM_LINE_STRP:
    case DW_FORM_STRP:
        strings = section_named(u->file, form == DW_FORM_STRP ? ".debug_str" : ".debug_line_str");
        take(&strings, take(b, u->offset_size));
        return take_string(&strings);
    case DW_FORM_UDATA: take_uleb(b); break;
    case DW_FORM_DATA1: take(b, 1); break;
    case DW_FORM_DATA2: take(b, 2); break;
    case DW_FORM_DATA4: take(b, 4); break;
    case DW_FORM_DATA8: take(b, 8); break;
    case DW_FORM_DATA16: take(b, 16); break;
    case DW_FORM_BLOCK: take(b, take_uleb(b)); break;
    default: b->at = b->end; break; /* not in line tables */
    }
    return NULL;
}

/* One table of version 5: the path of entry `index`, or just what follows the table. */
static const char *take_table(bytes *b, const line_unit *u, uint64_t index)
{
    bytes formats = *b;
    uint64_t fields = take(b, 1);
    take(&formats, 1);
    for (uint64_t i = 0; i < 2 * fields; i++) take_uleb(b);
    const char *found = NULL;
    uint64_t count = take_uleb(b);
    for (uint64_t entry = 0; entry < count && b->at < b->end; entry++) {
        bytes format = formats;
        for (uint64_t i = 0; i < fields; i++) {
            uint64_t content = take_uleb(&format);
            const char *text = take_form(b, u, take_uleb(&format));
            if (content == DW_LNCT_PATH && entry == index) found = text;
        }
    }
    return found;
}

static const char *file_name(const line_unit *u, uint64_t index)
{
    bytes b = u->tables;
    if (u->version >= 5) {
        take_table(&b, u, UINT64_MAX); /* directories */
        return take_table(&b, u, index);
    }
    while (*take_string(&b))
        ;
    for (uint64_t i = 1; b.at < b.end; i++) {
        const char *name = take_string(&b);
        if (!*name || i == index) return *name ? name : NULL;
        for (int k = 0; k < 3; k++) take_uleb(&b);
    }
    return NULL;
}

typedef struct line_row {
    uint64_t address, file;
    int64_t line;
    bool ends; /* the sequence */
} line_row;

static void extended_opcode(bytes *b, line_row *row)
{
    uint64_t size = take_uleb(b);
    if (!size || size > (uint64_t)(b->end - b->at)) {
        b->at = b->end;
        return;
    }
    bytes operand = {b->at, b->at + size};
    b->at += size;
    uint64_t opcode = take(&operand, 1);
    if (opcode == 1) row->ends = true;
    if (opcode == 2) row->address = take(&operand, (size_t)size - 1);
}

/* Runs one opcode; true if it adds `row` to the table. */
static bool run_opcode(const line_unit *u, bytes *b, line_row *row)
{
    unsigned opcode = (unsigned)take(b, 1);
    if (opcode >= u->opcode_base) {
        unsigned adjusted = opcode - u->opcode_base;
        row->address += (uint64_t)(adjusted / u->line_range) * u->min_instruction;
        row->line += u->line_base + (int)(adjusted % u->line_range);
        return true;
    }
    switch (opcode) {
    case 0: extended_opcode(b, row); return row->ends;
    case 1: return true;
    case 2: row->address += take_uleb(b) * u->min_instruction; return false;
    case 3: row->line += take_sleb(b); return false;
    case 4: row->file = take_uleb(b); return false;
    case 8: row->address += (uint64_t)((255 - u->opcode_base) / u->line_range) * u->min_instruction; return false;
    case 9: row->address += take(b, 2); return false;
    default: /* standard opcodes that change nothing that matters here */
        for (unsigned n = opcode <= (size_t)(u->lengths.end - u->lengths.at) ? u->lengths.at[opcode - 1] : 0; n; n--)
            take_uleb(b);
        return false;
    }
}

static bool find_in_unit(const line_unit *u, uint64_t address, char *out, size_t size)
{
    static const line_row start = {.file = 1, .line = 1};
    line_row row = start, before = start;
    bool has_before = false;
    for (bytes b = u->program; b.at < b.end;) {
        if (!run_opcode(u, &b, &row)) continue;
        if (has_before && before.address <= address && address < row.address) {
            const char *name = file_name(u, before.file), *base = name ? strrchr(name, '/') : NULL;
            if (!name) return false;
            snprintf(out, size, "%s:%lld", base ? base + 1 : name, (long long)before.line);
            return true;
        }
        before = row;
        has_before = !row.ends;
        if (row.ends) row = start;
    }
    return false;
}

/* Takes one unit's header; false where it is of a kind that is not known here. */
static bool take_unit(bytes *section, const elf_file *f, line_unit *u)
{
    *u = (line_unit){.file = f, .offset_size = 4};
    uint64_t length = take(section, 4);
    if (length == 0xFFFFFFFF) {
        u->offset_size = 8;
        length = take(section, 8);
    }
    bytes b = {section->at,
               section->at +
                   (length < (uint64_t)(section->end - section->at) ? length : (uint64_t)(section->end - section->at))};
    section->at = b.end;
    u->version = (int)take(&b, 2);
    if (u->version < 2 || u->version > 5) return false;
    if (u->version >= 5) take(&b, 2); /* sizes of addresses and segment selectors */
    uint64_t header = take(&b, u->offset_size);
    u->program = b;
    take(&u->program, header);
    u->min_instruction = (unsigned)take(&b, 1);
    if (u->version >= 4) take(&b, 1); /* operations per instruction */
    take(&b, 1);                      /* default_is_stmt */
    u->line_base = (int8_t)take(&b, 1);
    u->line_range = (unsigned)take(&b, 1);
    u->opcode_base = (unsigned)take(&b, 1);
    if (!u->line_range || !u->opcode_base) return false;
    u->lengths.at = b.at;
    take(&b, u->opcode_base - 1);
    u->lengths.end = b.at;
    u->tables = (bytes){b.at, u->program.at};
    return true;
}

static bool find_line(const elf_file *f, uint64_t address, char *out, size_t size)
{
    line_unit unit;
    for (bytes section = section_named(f, ".debug_line"); section.at < section.end;)
        if (take_unit(&section, f, &unit) && find_in_unit(&unit, address, out, size)) return true;
    return false;
}

/* --- All together ------------------------------------------------------------------------------------------- */

const char *ls_caller_format(const void *caller, char *out, size_t size)
{
    Dl_info info = {0};
    struct link_map *map = NULL;
    const char *in_call = caller ? (const char *)caller - 1 : NULL; /* the address is where the call returns to */
    if (!caller || !dladdr1(in_call, &info, (void **)&map, RTLD_DL_LINKMAP) || !map) {
        snprintf(out, size, "%p", caller);
        return out;
    }
    uint64_t address = (uint64_t)((uintptr_t)in_call - map->l_addr);
    const char *path = *map->l_name ? map->l_name : "/proc/self/exe";
    const char *base = strrchr(info.dli_fname, '/');
    base = base ? base + 1 : info.dli_fname;
    elf_file file;
    bool is_open = elf_open(&file, path), found = false;
    if (is_open) {
        found = find_line(&file, address, out, size) || find_function(&file, address, out, size);
        elf_close(&file);
    }
    if (!found) snprintf(out, size, "%s+0x%llx", base, (unsigned long long)address);
    return out;
}
