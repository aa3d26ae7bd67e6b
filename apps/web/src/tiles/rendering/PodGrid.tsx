import type { parts } from '@telltale/contract';
import { PART_CATEGORIES, PODS } from '@telltale/domain/field/parts/part-name.ts';
import { nextCell } from './next-cell.ts';
import { PartCell } from './PartCell.tsx';
import classes from './rendering.module.css';

interface PodGridProps {
  parts: readonly parts.GridPart[];
  isNarrow: boolean;
  onOpen: (eventDefinitionId: number) => void;
}

/** 17 categories × pods 1 to 5, and below them what else the schedule names; arrow keys go from cell to cell. */
export function PodGrid({ parts: all, isNarrow, onOpen }: PodGridProps) {
  const byPlace = new Map(all.map((part) => [`${part.pod} ${part.category}`, part]));
  const hasPods = all.some(({ pod }) => pod !== null);
  const others = all.filter(({ pod }) => pod === null);
  return (
    <div className={classes.scroller} data-narrow={isNarrow}>
      {hasPods ? (
        <table className={classes.grid} aria-label="Parts by pod">
          <thead>
            <tr>
              <th scope="col">Part</th>
              {PODS.map((pod) => (
                <th key={pod} scope="col">
                  Pod {pod}
                </th>
              ))}
            </tr>
          </thead>
          <tbody onKeyDown={(event) => nextCell(event)?.focus()}>
            {PART_CATEGORIES.map((category) => (
              <tr key={category}>
                <th scope="row">{category}</th>
                {PODS.map((pod) => (
                  <td key={pod} data-row={category} data-column={pod}>
                    <PartCell part={byPlace.get(`${pod} ${category}`)} onOpen={onOpen} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {others.length > 0 ? (
        <ul className={classes.others} aria-label="Other parts">
          {others.map((part) => (
            <li key={part.eventDefinitionId}>
              <span className={classes.otherName}>{part.name}</span>
              <PartCell part={part} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
