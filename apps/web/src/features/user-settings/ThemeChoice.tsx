import { type Palette, shippedPalettes, type ThemeName, themeNames } from '#theme/palette.ts';
import { type ThemeChoice as Choice, SYSTEM_THEME, setTheme, useThemeStore } from '#theme/theme-store.ts';
import classes from './user-settings.module.css';

const descriptions: Readonly<Record<ThemeName, string>> = {
  'palette-dark': 'For control rooms',
  'palette-light': 'For daylight',
  'palette-calm': 'Grey; colour only for the abnormal',
};
const { 'palette-dark': dark, 'palette-light': light } = shippedPalettes;

/** The palettes side by side, each with its own surfaces, and the choice to do as the device does. */
export function ThemeChoice() {
  const chosen = useThemeStore(({ choice }) => choice);
  const choices: readonly { choice: Choice; label: string; detail: string; left: Palette; right: Palette }[] = [
    ...themeNames.map((choice) => {
      const palette = shippedPalettes[choice];
      return { choice, label: palette.name, detail: descriptions[choice], left: palette, right: palette };
    }),
    { choice: SYSTEM_THEME, label: 'System', detail: 'Dark or light, as this device', left: dark, right: light },
  ];
  return (
    <div className={classes.themes} role="radiogroup" aria-labelledby="theme-heading">
      {choices.map(({ choice, label, detail, left, right }) => (
        <label key={choice} className={classes.theme}>
          <input type="radio" name="theme" checked={choice === chosen} onChange={() => setTheme(choice)} />
          <svg className={classes.preview} viewBox="0 0 96 56" aria-hidden="true">
            <Preview palette={left} />
            {left === right ? null : (
              <g style={{ clipPath: 'inset(0 0 0 50%)' }}>
                <Preview palette={right} />
              </g>
            )}
          </svg>
          <span className={classes.themeName}>{label}</span>
          <span className={classes.themeDetail}>{detail}</span>
        </label>
      ))}
    </div>
  );
}

function Preview({ palette: { surfaces, text, accent, border } }: { palette: Palette }) {
  return (
    <>
      <rect width="96" height="56" fill={surfaces[0]} />
      <rect width="96" height="10" fill={surfaces[1]} />
      <rect x="8" y="18" width="36" height="30" rx="2" fill={surfaces[1]} stroke={border} />
      <rect x="52" y="18" width="36" height="30" rx="2" fill={surfaces[2]} stroke={border} />
      <path d="M14 38l8-9 7 5 9-8" fill="none" stroke={accent} strokeWidth="2" />
      <rect x="58" y="25" width="16" height="4" rx="1" fill={text} />
    </>
  );
}
