import type { Bell } from '@postern/contract/preferences';

/** A program may ring thousands of times a second; nobody sees or hears more than this. */
const PAUSE_MS = 250;
const FLASH_MS = 140;
const SOUND = { hertz: 880, seconds: 0.08, volume: 0.08 };

let audio: AudioContext | undefined;

/** A short, quiet tone. Silent where the browser wants a key pressed first. */
function beep(): void {
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  const now = audio.currentTime;
  tone.frequency.value = SOUND.hertz;
  volume.gain.setValueAtTime(SOUND.volume, now);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + SOUND.seconds);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + SOUND.seconds);
}

/** Makes the bell of a terminal that is drawn in `box`. */
export function createBell(box: HTMLElement, chosen: () => Bell, sound: () => void = beep): { ring(): void; dispose(): void } {
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ring() {
      const bell = chosen();
      const now = performance.now();
      if (bell === 'off' || now - last < PAUSE_MS) return;
      last = now;
      if (bell === 'sound') {
        sound();
        return;
      }
      box.classList.add('pt-bell');
      clearTimeout(timer);
      timer = setTimeout(() => box.classList.remove('pt-bell'), FLASH_MS);
    },
    dispose: () => clearTimeout(timer),
  };
}
