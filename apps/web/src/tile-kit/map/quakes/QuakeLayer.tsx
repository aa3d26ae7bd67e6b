import { ActionIcon } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useEffect } from 'react';
import classes from '../asset-map.module.css';
import { sayProblems } from './feed-words.ts';
import { type Quakes, useQuakes } from './use-quakes.ts';

interface QuakeLayerProps {
  isShown: boolean;
  onShown: (isShown: boolean) => void;
  /** What is to be drawn. */
  onQuakes: (events: Quakes['events']) => void;
  onProblem: (problem: string | undefined) => void;
}

const NO_EVENTS: Quakes['events'] = [];

/** The switch that shows the earthquakes of the feeds on a map. */
export function QuakeLayer({ isShown, onShown, onQuakes, onProblem }: QuakeLayerProps) {
  const { list, quakes } = useQuakes(isShown);
  const events = isShown ? quakes.events : NO_EVENTS;
  const problem = isShown ? sayProblems(list.error, quakes.feeds) : undefined;
  useEffect(() => onQuakes(events), [onQuakes, events]);
  useEffect(() => onProblem(problem), [onProblem, problem]);
  const label = isShown ? 'Hide earthquakes' : 'Show earthquakes';
  return (
    <ActionIcon
      size={30}
      variant="default"
      className={classes.tool ?? ''}
      aria-label="Show earthquakes"
      title={label}
      aria-pressed={isShown}
      onClick={() => onShown(!isShown)}
    >
      <IconActivity size={16} />
    </ActionIcon>
  );
}
