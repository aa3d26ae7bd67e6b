/** Marks the element of one value, or of the values of an alarm, so that one can ask why: `<span {...whyOf(item)}>`. */
export { type WhySpan, whyOf, whyOfAlarm } from '#actions/why.ts';
