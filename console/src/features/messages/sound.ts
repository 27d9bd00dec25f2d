import { readPreference } from '../../kit/preferences.ts';
import { readStored, writeStored } from '../../kit/storage.ts';

/** The preference that silences it. */
export const SOUND_KEY = 'messages.sound';
const RUNG = 'messages:rung';
/** Two notes a third apart, in hertz, and the length of each in seconds. */
const NOTES = [784, 988] as const;
const NOTE_SECONDS = 0.16;
const LOUDNESS = 0.12;

let context: AudioContext | undefined;

/**
 * Browsers keep a page silent until the user's first interaction. A sound requested earlier waits for it: each
 * interaction resumes the suspended audio, and only running audio plays.
 */
function wake(): void {
  if (typeof AudioContext === 'undefined' || context?.state === 'running') return;
  context ??= new AudioContext();
  context.resume().catch(() => undefined);
}
// A finger counts when it is lifted, a mouse when it is pressed.
for (const touch of ['pointerdown', 'pointerup', 'keydown'])
  globalThis.addEventListener?.(touch, wake, { capture: true, passive: true });
// The user may have interacted with the page before this module was loaded.
if (globalThis.navigator?.userActivation?.hasBeenActive) wake();

/**
 * Plays the sound for a message once, in the first window of this browser that may play it, unless the user has
 * switched it off. A silent window leaves it to the others.
 */
export function playOnce(id: string): void {
  if (context?.state !== 'running') return;
  if (!readPreference(SOUND_KEY, true) || readStored<unknown>(RUNG) === id) return;
  writeStored(RUNG, id);
  playSound();
}

/** Plays the sound at once or not at all. */
export function playSound(): void {
  if (context?.state !== 'running') return;
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
}
