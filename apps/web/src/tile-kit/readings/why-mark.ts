/** Marks the element of one value, so that one can ask why it is what it is: `<span {...whyOf(item)}>`. */
export { whyOf } from '#actions/why.ts';
