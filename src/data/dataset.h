/* What a data set is inside: a source of examples by index. */
#ifndef LS_DATA_DATASET_H
#define LS_DATA_DATASET_H

#include <lockstep/data.h>

struct ls_dataset {
    ls_dataset_source source;
};

/* One file of the IDX format, in memory: `rank` dimensions of unsigned bytes. Source: http://yann.lecun.com/exdb/mnist
 */
typedef struct ls_idx {
    uint8_t *data; /* dims[0] × dims[1] × ... bytes */
    int rank;
    int64_t dims[4];
} ls_idx;

/* Reads an IDX file of unsigned bytes, gzip-compressed or not. `md5` is the digest of the uncompressed file in
 * lower-case hex; NULL: not checked. LS_NOT_FOUND; LS_DATA_LOSS names the file and what is wrong: cut off, too long,
 * not IDX, another digest. */
ls_status ls_idx_read(const char *path, const char *md5, ls_idx *out_idx);

/* The same from memory; takes no ownership of `bytes`. `name` is for messages. */
ls_status ls_idx_parse(const void *bytes, size_t size, const char *name, ls_idx *out_idx);
void ls_idx_finish(ls_idx *idx);

/* One of the four files of MNIST. */
typedef struct ls_mnist_file {
    const char *name; /* without ".gz" */
    const char *md5;  /* of the uncompressed file */
} ls_mnist_file;

/* Fetches NAME.gz from the first mirror that has it intact into `folder` (made if it is missing): to a temporary file,
 * checked, then renamed. Mirrors: LOCKSTEP_MNIST_MIRRORS (separated by spaces) or the built-in ones. LS_UNAVAILABLE
 * lists each mirror's failure. */
ls_status ls_mnist_download(const char *folder, const ls_mnist_file *file);

/* Draws digits: example `index` shows digit `index` mod 10 as warped strokes of random thickness with noise, 28×28, the
 * same for the same seed. `out_pixels` gets 784 bytes. */
void ls_digit_draw(uint64_t seed, int64_t index, uint8_t *out_pixels);

#endif
