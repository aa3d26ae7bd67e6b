import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { assets } from '@telltale/contract';
import { useState } from 'react';
import { ScrollRegion } from '#ui/ScrollRegion.tsx';
import classes from './panel.module.css';

/** Longer values are cut short until they are asked for, or edited (spec 1 §2). */
export const SHOWN_CHARACTERS = 30;

/** The value of an attribute; of a long one its beginning, and all of it for who wants to read on. */
export function AttributeValue({ attributeName, attributeValue }: Omit<assets.Attribute, 'assetId'>) {
  const [isWhole, setWhole] = useState(false);
  if (attributeValue.length <= SHOWN_CHARACTERS) return attributeValue;
  return (
    <div className={classes.longValue}>
      {isWhole ? (
        <ScrollRegion className={classes.wholeValue} label={`Value of ${attributeName}`}>
          {attributeValue}
        </ScrollRegion>
      ) : (
        <span>{attributeValue.slice(0, SHOWN_CHARACTERS)}…</span>
      )}
      <ActionIcon
        aria-label={`Show all of ${attributeName}`}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
      </ActionIcon>
    </div>
  );
}
