import { ScrollRegion } from '#ui/ScrollRegion.tsx';
import classes from './many.module.css';

export interface PreviewLine {
  readonly key: string | number;
  readonly cells: readonly string[];
}

interface PreviewProps {
  label: string;
  headers: readonly string[];
  lines: readonly PreviewLine[];
}

/** Lines that are drawn; the others are counted. */
const DRAWN = 200;

/** What is about to change, line by line. */
export function Preview({ label, headers, lines }: PreviewProps) {
  if (lines.length === 0) return null;
  return (
    <ScrollRegion className={classes.preview} label={label}>
      <table>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, DRAWN).map(({ key, cells }) => (
            <tr key={key}>
              {headers.map((header, index) => (
                <td key={header}>{cells[index]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > DRAWN ? <p>… and {(lines.length - DRAWN).toLocaleString('en')} more.</p> : null}
    </ScrollRegion>
  );
}
