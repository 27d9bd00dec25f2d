export { assertRemovable, dictToWrite, takesEntries } from './entries.ts';
export { dictionaryTree, entriesBelow, entriesToChoose, listDictionaries } from './read.ts';
export { entryReferences } from './references.ts';
export { copyBusinessDictionaries, seedDictionaries } from './seed.ts';
export { bizDicts, dicts } from './tables.ts';
