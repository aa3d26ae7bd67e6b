// Tiles read only through the kit; canvas charts need the palette, everything else reads the CSS variables.
export { type ActivePalette, usePalette } from '#app/theme/use-palette.ts';
