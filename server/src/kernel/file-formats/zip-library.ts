import { configure } from '@zip.js/zip.js';

// Its workers are those of browsers. It counts each file that is read or written as one of them all the same: with its own limit, the
// number of cores, a few downloads whose readers pause would make all others wait.
configure({ useWebWorkers: false, maxWorkers: Number.MAX_SAFE_INTEGER, chunkSize: 64 * 1024 });

/** Modules import zip.js from here, so that it is never used before it is configured. */
export {
  type Entry,
  ERR_AMBIGUOUS_ARCHIVE,
  ERR_ENTRY_DATA_OUT_OF_BOUNDS,
  ERR_EXTRAFIELD_ZIP64_NOT_FOUND,
  ERR_INVALID_COMPRESSED_DATA,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  ERR_LOCAL_FILE_HEADER_NOT_FOUND,
  ERR_UNSUPPORTED_UINT64,
  type FileEntry,
  Reader,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js';
