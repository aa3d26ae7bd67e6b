/** What draws in the place of a graphics card. */
const PROCESSOR = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * Whether a map moves to where it is to look, asked each time. It jumps where its user wants stillness, and where the
 * processor draws it: a frame takes a tenth of a second there, so that a movement is a few pictures, and who types waits
 * for each of them.
 */
export function howMoving(canvas: HTMLCanvasElement): () => boolean {
  const gl = canvas.getContext('webgl2') ?? canvas.getContext('webgl');
  const names = gl?.getExtension('WEBGL_debug_renderer_info') ?? undefined;
  const drawnBy = names && gl ? String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL)) : '';
  const isSlow = PROCESSOR.test(drawnBy);
  return () => !isSlow && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
