import type { Place } from '#ui/map/map-bounds.ts';
import classes from './asset-map.module.css';
import type { MapTools } from './use-map-tools.ts';

interface ToolBarProps {
  tools: MapTools;
  /** The middle of the map: for who moves it with the arrow keys and points at nothing. */
  center: Place | undefined;
  onArea: ((corners: readonly Place[]) => void) | undefined;
}

/** What the tool in hand says, and how it is put down. */
export function ToolBar({ tools, center, onArea }: ToolBarProps) {
  const { tool, points, text, begin, add, undo } = tools;
  if (tool === undefined) return null;
  const finish = () => {
    onArea?.(points);
    begin(undefined);
  };
  return (
    <section className={classes.toolBar} aria-label={tool === 'area' ? 'Area' : 'Distance'}>
      <output>{text}</output>
      <button type="button" disabled={center === undefined} onClick={() => center && add(center)}>
        Add the middle
      </button>
      <button type="button" disabled={points.length === 0} onClick={undo}>
        Undo
      </button>
      {tool === 'area' ? (
        <button type="button" disabled={points.length < 3} onClick={finish}>
          Select
        </button>
      ) : null}
      <button type="button" onClick={() => begin(undefined)}>
        Close
      </button>
    </section>
  );
}
