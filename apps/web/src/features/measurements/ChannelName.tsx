import { Popover } from '@mantine/core';
import type { measurements } from '@telltale/contract';
import { messageOf } from '#api/api-error.ts';
import { type ChannelPlace, useExtent } from './ExtentFigure.tsx';
import classes from './measurements.module.css';

interface ChannelNameProps {
  of: ChannelPlace;
  channel: measurements.Channel;
  isTabStop: boolean;
}

/** The name of a channel, which shows what else the file tells of it, and what is wrong with it. */
export function ChannelName({ of, channel, isTabStop }: ChannelNameProps) {
  const { name, type, properties, whyUnread } = channel;
  const extent = useExtent(of, channel);
  const problem = extent.error ? messageOf(extent.error) : whyUnread === null || type === 'string' ? '' : whyUnread;
  return (
    <span className={classes.channel}>
      {properties.length === 0 ? (
        name
      ) : (
        <Popover position="bottom-start" width={360} withArrow returnFocus>
          <Popover.Target>
            <button type="button" className={classes.name} tabIndex={isTabStop ? 0 : -1}>
              {name}
            </button>
          </Popover.Target>
          <Popover.Dropdown>
            <dl className={classes.properties} aria-label={`Properties of ${name}`}>
              {properties.map((property) => (
                <div key={property.name}>
                  <dt>{property.name}</dt>
                  <dd>{property.value}</dd>
                </div>
              ))}
            </dl>
          </Popover.Dropdown>
        </Popover>
      )}
      {problem === '' ? null : (
        <span className={extent.error ? classes.problem : classes.dim} title={problem}>
          {problem}
        </span>
      )}
    </span>
  );
}
