import { readPreference } from '../preferences.ts';
import { readStored, writeStored } from '../storage.ts';

/** The preference that silences it. */
export const SOUND_KEY = 'messages.sound';
const RUNG = 'messages:rung';
/** Two notes a third apart, in hertz, each heard for so many seconds. */
const NOTES = [784, 988] as const;
const NOTE_SECONDS = 0.16;
const LOUDNESS = 0.12;

let context: AudioContext | undefined;

/** Rings for a message once, in whichever window of this browser comes first, unless the user wants it quiet. */
export function ring(id: string): void {
  if (!readPreference(SOUND_KEY, true) || readStored<string>(RUNG) === id) return;
  writeStored(RUNG, id);
  play();
}

/** Before the first click on a page browsers keep it silent; then nothing is heard, and nothing fails. */
export function play(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const { destination } = context;
  const sounding = context;
  context.resume().then(
    () => {
      for (const [index, pitch] of NOTES.entries()) {
        const start = sounding.currentTime + index * NOTE_SECONDS;
        const [tone, volume] = [sounding.createOscillator(), sounding.createGain()];
        tone.frequency.value = pitch;
        volume.gain.setValueAtTime(LOUDNESS, start);
        volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS * 2);
        tone.connect(volume).connect(destination);
        tone.start(start);
        tone.stop(start + NOTE_SECONDS * 2);
      }
    },
    () => undefined,
  );
}
