/*
 * A library that is loaded before the C library. It records what a process writes to the database of a data directory,
 * and lets a sync fail on demand, so that `forgetful-disk.js` can rebuild what a power cut leaves on the disk.
 *
 * DISK_ROOT is the data directory, and DISK_JOURNAL the file of the record. A sync of the database or its log fails
 * while the file DISK_JOURNAL.fail-1 or DISK_JOURNAL.fail-2 exists. The size of that file is how often it still fails.
 * If DISK_JOURNAL.hold exists when a sync fails, it becomes DISK_JOURNAL.held, and as long as that exists, no process
 * gets the lock for writing, as if another one had it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NONE = 0, DATABASE = 1, LOG = 2 };
enum { WRITTEN = 1, SYNCED = 2, FAILED = 3, CUT = 4, REMOVED = 5 };
enum { HANDLES = 65536 };

struct entry {
  uint32_t what, file;
  uint64_t offset, length;
};

static unsigned char handles[HANDLES];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int file_of(const char *path) {
  const char *root = getenv("DISK_ROOT");
  if (!root || !path || !getenv("DISK_JOURNAL")) return NONE;
  size_t length = strlen(root);
  if (strncmp(path, root, length) != 0) return NONE;
  if (strcmp(path + length, "/vestry.db") == 0) return DATABASE;
  return strcmp(path + length, "/vestry.db-wal") == 0 ? LOG : NONE;
}

static int handle_of(int fd) { return fd >= 0 && fd < HANDLES ? handles[fd] : NONE; }

/* One write to a file that is open for appending is not mixed with those of other processes. */
static void record(uint32_t what, uint32_t file, uint64_t offset, const void *data, uint64_t length) {
  static int journal = -1;
  if (journal < 0) journal = REAL(open)(getenv("DISK_JOURNAL"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  struct entry entry = {what, file, offset, length};
  struct iovec parts[2] = {{&entry, sizeof entry}, {(void *)data, data ? length : 0}};
  if (writev(journal, parts, 2) < (ssize_t)sizeof entry) abort();
}

static int opened(int fd, const char *path) {
  if (fd >= 0 && fd < HANDLES) handles[fd] = (unsigned char)file_of(path);
  return fd;
}

#define OPEN(name)                                  \
  int name(const char *path, int flags, ...) {      \
    va_list rest;                                   \
    va_start(rest, flags);                          \
    mode_t mode = va_arg(rest, mode_t);             \
    va_end(rest);                                   \
    return opened(REAL(name)(path, flags, mode), path); \
  }
OPEN(open)
OPEN(open64)

int close(int fd) {
  if (fd >= 0 && fd < HANDLES) handles[fd] = NONE;
  return REAL(close)(fd);
}

#define WRITE(name, off)                                                     \
  ssize_t name(int fd, const void *data, size_t length, off offset) {        \
    ssize_t written = REAL(name)(fd, data, length, offset);                  \
    if (written > 0 && handle_of(fd) != NONE) {                              \
      int before = errno;                                                    \
      record(WRITTEN, handle_of(fd), (uint64_t)offset, data, (uint64_t)written); \
      errno = before;                                                        \
    }                                                                        \
    return written;                                                          \
  }
WRITE(pwrite, off_t)
WRITE(pwrite64, off64_t)

/* Returns whether this sync must fail, and counts it. */
static int must_fail(int file) {
  char name[PATH_MAX], hold[PATH_MAX], held[PATH_MAX];
  struct stat about;
  snprintf(name, sizeof name, "%s.fail-%d", getenv("DISK_JOURNAL"), file);
  if (stat(name, &about) != 0) return 0;
  snprintf(hold, sizeof hold, "%s.hold", getenv("DISK_JOURNAL"));
  snprintf(held, sizeof held, "%s.held", getenv("DISK_JOURNAL"));
  rename(hold, held);
  if (about.st_size <= 1) REAL(unlink)(name);
  else if (truncate(name, about.st_size - 1) != 0) return 0;
  return 1;
}

/* The place of the lock for writing in the file vestry.db-shm (SQLite, os_unix.c and wal.c). */
enum { WRITE_LOCK = 120 };

static int is_held(int command, const struct flock *lock) {
  char held[PATH_MAX];
  struct stat about;
  if (command != F_SETLK || !lock || lock->l_type != F_WRLCK || lock->l_start != WRITE_LOCK || !getenv("DISK_JOURNAL"))
    return 0;
  snprintf(held, sizeof held, "%s.held", getenv("DISK_JOURNAL"));
  return stat(held, &about) == 0;
}

#define LOCKING(name)                            \
  int name(int fd, int command, ...) {           \
    va_list rest;                                \
    va_start(rest, command);                     \
    void *argument = va_arg(rest, void *);       \
    va_end(rest);                                \
    if (is_held(command, argument)) {            \
      errno = EAGAIN;                            \
      return -1;                                 \
    }                                            \
    return REAL(name)(fd, command, argument);    \
  }
LOCKING(fcntl)
LOCKING(fcntl64)

static int synced(int fd, int (*sync)(int)) {
  int file = handle_of(fd);
  if (file == NONE) return sync(fd);
  if (must_fail(file)) {
    record(FAILED, file, 0, NULL, 0);
    errno = EIO;
    return -1;
  }
  /* The record decides what a power cut leaves, so the real disk need not be waited for. */
  record(SYNCED, file, 0, NULL, 0);
  return 0;
}
int fsync(int fd) { return synced(fd, REAL(fsync)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }

#define CUT_TO(name, off)                                            \
  int name(int fd, off length) {                                     \
    int result = REAL(name)(fd, length);                             \
    if (result == 0 && handle_of(fd) != NONE) record(CUT, handle_of(fd), 0, NULL, (uint64_t)length); \
    return result;                                                   \
  }
CUT_TO(ftruncate, off_t)
CUT_TO(ftruncate64, off64_t)

int unlink(const char *path) {
  int file = file_of(path);
  int result = REAL(unlink)(path);
  if (result == 0 && file != NONE) record(REMOVED, file, 0, NULL, 0);
  return result;
}
