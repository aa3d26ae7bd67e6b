/** How the viewer reads the cause of an alarm: its numbers in their own units. */
export { useCauseText } from '#pages/use-cause-text.ts';
