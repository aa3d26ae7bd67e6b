import { IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import classes from '../../assets.module.css';
import type { DefinitionCount } from '../asset-list.ts';
import { FilterButton } from './FilterButton.tsx';

/** Definitions with a button of their own; the others are in the overflow (spec 1 §2). */
const BUTTONS = 3;

const DefinitionMenu = lazy(() => import('./DefinitionMenu.tsx').then((part) => ({ default: part.DefinitionMenu })));

interface DefinitionButtonsProps {
  definitions: readonly DefinitionCount[];
  chosen: readonly number[];
  onChange: (definitionIds: readonly number[]) => void;
}

/** Filters by asset definition. Several may be on; none means all. */
export function DefinitionButtons({ definitions, chosen, onChange }: DefinitionButtonsProps) {
  // The menu is loaded with its first use: it is the only one on the page where most sessions begin.
  const [isMenuWanted, setMenuWanted] = useState(false);
  if (definitions.length < 2 && chosen.length === 0) return null;

  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const overflow = definitions.slice(BUTTONS);
  const hidden = overflow.filter(({ definitionId }) => chosen.includes(definitionId)).length;
  const face = (
    <>
      <span>{hidden > 0 ? `More (${hidden})` : 'More'}</span>
      <IconChevronDown size={14} aria-hidden />
    </>
  );
  const placeholder = (
    <button
      type="button"
      className={classes.filter}
      data-on={hidden > 0}
      aria-haspopup="menu"
      onClick={() => setMenuWanted(true)}
    >
      {face}
    </button>
  );

  return (
    <>
      {definitions.slice(0, BUTTONS).map(({ definitionId, name, count }) => (
        <FilterButton
          key={definitionId}
          isOn={chosen.includes(definitionId)}
          count={count}
          onToggle={() => toggle(definitionId)}
        >
          {name}
        </FilterButton>
      ))}
      {overflow.length > 0 && !isMenuWanted ? placeholder : null}
      {overflow.length > 0 && isMenuWanted ? (
        <Suspense fallback={placeholder}>
          <DefinitionMenu definitions={overflow} chosen={chosen} onToggle={toggle}>
            {face}
          </DefinitionMenu>
        </Suspense>
      ) : null}
    </>
  );
}
