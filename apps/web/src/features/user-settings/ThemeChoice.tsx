import { shippedPalettes, type ThemeName, themeNames } from '#theme/palette.ts';
import { setTheme, useThemeStore } from '#theme/theme-store.ts';
import classes from './user-settings.module.css';

const descriptions: Readonly<Record<ThemeName, string>> = {
  'palette-dark': 'For control rooms',
  'palette-light': 'For daylight',
  'palette-calm': 'Grey; colour only for the abnormal',
};

/** The palettes side by side, each with its own surfaces. */
export function ThemeChoice() {
  const theme = useThemeStore(({ theme }) => theme);
  return (
    <div className={classes.themes} role="radiogroup" aria-labelledby="theme-heading">
      {themeNames.map((name) => {
        const { surfaces, text, accent, border, name: label } = shippedPalettes[name];
        return (
          <label key={name} className={classes.theme}>
            <input type="radio" name="theme" checked={name === theme} onChange={() => setTheme(name)} />
            <svg className={classes.preview} viewBox="0 0 96 56" aria-hidden="true">
              <rect width="96" height="56" fill={surfaces[0]} />
              <rect width="96" height="10" fill={surfaces[1]} />
              <rect x="8" y="18" width="36" height="30" rx="2" fill={surfaces[1]} stroke={border} />
              <rect x="52" y="18" width="36" height="30" rx="2" fill={surfaces[2]} stroke={border} />
              <path d="M14 38l8-9 7 5 9-8" fill="none" stroke={accent} strokeWidth="2" />
              <rect x="58" y="25" width="16" height="4" rx="1" fill={text} />
            </svg>
            <span className={classes.themeName}>{label}</span>
            <span className={classes.themeDetail}>{descriptions[name]}</span>
          </label>
        );
      })}
    </div>
  );
}
