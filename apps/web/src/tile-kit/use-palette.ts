// Tiles read only through the kit; canvas charts need the palette, everything else reads the CSS variables.
export { cssVariables } from '#app/theme/css-variables.ts';
export { type ActivePalette, usePalette } from '#app/theme/use-palette.ts';
