/*
 * Loaded into a program before its libraries (LD_PRELOAD), this records what would survive a power cut. For everything
 * below the folder POWER_ROOT, the folder POWER_DISK gets each file's content at its last fsync or fdatasync, and each
 * folder's names at its last fsync. What was written and not synced is missing there; disk.ts rebuilds the files from it.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Ends the program: otherwise the test would not notice that the record is incomplete. */
static void must(int holds, const char *what) {
  if (holds) return;
  perror(what);
  abort();
}

/* Inode and time of birth: an inode may be used again for another file. */
static void key_of(int folder, const char *name, char *key) {
  struct statx about;
  must(statx(folder, name, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_BTIME, &about) == 0, "statx");
  must(about.stx_mask & STATX_BTIME, "no time of birth");
  snprintf(key, 64, "%llu-%lld.%u", (unsigned long long)about.stx_ino, (long long)about.stx_btime.tv_sec,
           about.stx_btime.tv_nsec);
}

static void copy_file(int from, int to) {
  static __thread char part[1 << 16];
  off_t at = 0;
  ssize_t length;
  while ((length = pread(from, part, sizeof part, at)) > 0) {
    must(write(to, part, length) == length, "write");
    at += length;
  }
  must(length == 0, "pread");
}

/* One line for each name: its key, and the name. */
static void copy_names(int from, int to) {
  int own = openat(from, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *folder = fdopendir(own);
  must(folder != NULL, "fdopendir");
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL) {
    char key[64];
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    key_of(from, entry->d_name, key);
    must(dprintf(to, "%s %s\n", key, entry->d_name) > 0, "dprintf");
  }
  closedir(folder);
}

static void note(int descriptor) {
  const char *root = getenv("POWER_ROOT"), *disk = getenv("POWER_DISK");
  char link[64], path[PATH_MAX], key[64], kept[PATH_MAX], draft[PATH_MAX];
  if (!root || !disk) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = '\0';
  size_t root_length = strlen(root);
  if (strncmp(path, root, root_length) != 0 || (path[root_length] != '/' && path[root_length] != '\0')) return;

  struct stat about;
  must(fstat(descriptor, &about) == 0, "fstat");
  key_of(descriptor, "", key);
  snprintf(kept, sizeof kept, "%s/%s", disk, key);
  snprintf(draft, sizeof draft, "%s/draft-%ld", disk, (long)syscall(SYS_gettid));
  /* Opened anew: the program's own descriptor may be for writing alone, and reading would move its offset. */
  int from = open(link, O_RDONLY | O_CLOEXEC);
  int to = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  must(from >= 0 && to >= 0, "open");
  if (S_ISDIR(about.st_mode)) copy_names(from, to);
  else copy_file(from, to);
  close(from);
  close(to);
  /* A program killed while copying leaves the copy from before. */
  must(rename(draft, kept) == 0, "rename");
}

static int sync_by(const char *name, int descriptor) {
  int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  int result = sync(descriptor);
  if (result == 0) note(descriptor);
  return result;
}

int fsync(int descriptor) { return sync_by("fsync", descriptor); }
int fdatasync(int descriptor) { return sync_by("fdatasync", descriptor); }
