let context: AudioContext | undefined;

const TONES = [
  { hertz: 880, fromS: 0 },
  { hertz: 660, fromS: 0.18 },
] as const;
const TONE_S = 0.16;
const LOUDNESS = 0.2;

/**
 * Two short tones. Browsers keep a page silent until somebody has clicked or typed in it.
 * @returns whether it could be heard
 */
export async function playAlarmSound(): Promise<boolean> {
  if (typeof AudioContext === 'undefined') return false;
  context ??= new AudioContext();
  if (context.state === 'suspended') await Promise.race([context.resume(), new Promise((go) => setTimeout(go, 300))]);
  if (context.state !== 'running') return false;
  for (const { hertz, fromS } of TONES) {
    const at = context.currentTime + fromS;
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(LOUDNESS, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + TONE_S);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + TONE_S);
  }
  return true;
}
