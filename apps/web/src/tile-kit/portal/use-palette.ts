// Tiles read only through the kit; canvas charts need the palette, everything else reads the CSS variables.
export { textOn } from '#theme/contrast.ts';
export { cssVariables } from '#theme/css-variables.ts';
export { severityFill, severityText } from '#theme/severity.ts';
export { type ActivePalette, usePalette } from '#theme/use-palette.ts';
