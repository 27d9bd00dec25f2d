import { readPreference } from '../../kit/preferences.ts';
import { readStored, writeStored } from '../../kit/storage.ts';

/** The preference that silences it. */
export const SOUND_KEY = 'messages.sound';
const RUNG = 'messages:rung';
/** Two notes a third apart, in hertz, and the length of each in seconds. */
const NOTES = [784, 988] as const;
const NOTE_SECONDS = 0.16;
const LOUDNESS = 0.12;
/** Longer than the notes and the opening of the device. */
const CLOSED_MILLIS = 3000;

/** Browsers keep a page silent until the user's first interaction: a sound requested earlier is left out. */
const mayPlay = (): boolean =>
  typeof AudioContext !== 'undefined' && globalThis.navigator?.userActivation?.hasBeenActive === true;

/**
 * Plays the sound for a message once, in the first window of this browser that may play it, unless the user has
 * switched it off. A silent window leaves it to the others.
 */
export function playOnce(id: string): void {
  if (!mayPlay()) return;
  if (!readPreference(SOUND_KEY, true) || readStored<unknown>(RUNG) === id) return;
  writeStored(RUNG, id);
  playSound();
}

/** Plays the sound at once or not at all. The audio device is open only meanwhile: an open one costs a window processor time for ever. */
export function playSound(): void {
  if (!mayPlay()) return;
  const context = new AudioContext();
  for (const [index, pitch] of NOTES.entries()) {
    const start = context.currentTime + index * NOTE_SECONDS;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS * 2);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + NOTE_SECONDS * 2);
  }
  setTimeout(() => void context.close().catch(() => undefined), CLOSED_MILLIS);
}
