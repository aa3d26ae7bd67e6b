import classes from './asset-groups.module.css';
import { type PaneName, paneNames } from './use-groups-address.ts';

const labels: Readonly<Record<PaneName, string>> = { tree: 'Groups', tiles: 'Assets', relations: 'Reached by' };

interface PaneChoiceProps {
  shown: PaneName;
  onChoose: (pane: PaneName) => void;
}

/** On a phone: which of the three panes is shown. */
export function PaneChoice({ shown, onChoose }: PaneChoiceProps) {
  return (
    <nav className={classes.choice} aria-label="Panes">
      {paneNames.map((pane) => (
        <button
          key={pane}
          type="button"
          className={classes.choiceButton}
          aria-current={pane === shown ? 'true' : undefined}
          onClick={() => onChoose(pane)}
        >
          {labels[pane]}
        </button>
      ))}
    </nav>
  );
}
