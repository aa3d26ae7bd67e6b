import { NO_VALUE } from '@telltale/domain';
import { useMemo } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { useSentReading } from '#tile-kit/readings/use-reading.ts';
import { useAttributes } from '#tile-kit/records/use-attributes.ts';
import { doubtOf } from '#tiles/shared/reading/doubt.ts';
import { Figure } from '#tiles/shared/reading/Figure.tsx';
import { assetText, propertyText } from './property-text.ts';
import { findSource, type Substitutions } from './substitutions.ts';
import type { SubstitutionProperty } from './tokens.ts';

interface SubstitutedTextProps {
  path: string;
  substitutions: Substitutions;
  decimals: number | null;
}

/** The current text for one variable path; '- -' where it stands for nothing here. */
export function SubstitutedText({ path, substitutions, decimals }: SubstitutedTextProps) {
  const { asset, definition } = useDashboardScope();
  const source = useMemo(() => findSource(path, substitutions, definition), [path, substitutions, definition]);
  if (source === undefined) return <span title={`${path} is not on this asset`}>{NO_VALUE}</span>;
  if (source.kind === 'asset') return assetText(asset, source.field);
  return source.kind === 'attribute' ? (
    <AttributeText attributeName={source.attributeName} />
  ) : (
    <ReadingText {...source} decimals={decimals} />
  );
}

function AttributeText({ attributeName }: { attributeName: string }) {
  return useAttributes().get(attributeName) ?? NO_VALUE;
}

interface ReadingTextProps {
  selection: { slotPath: number[]; dataItem: number | null };
  property: SubstitutionProperty;
  decimals: number | null;
}

function ReadingText({ selection, property, decimals }: ReadingTextProps) {
  const reading = useSentReading(selection);
  const { zone } = useDashboardScope();
  const text = propertyText(reading, property, decimals, zone);
  const doubt = property === 'value' ? doubtOf(reading) : undefined;
  return <Figure text={text} doubt={doubt} />;
}
