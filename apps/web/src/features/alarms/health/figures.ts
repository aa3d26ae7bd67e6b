import type { alarmHealth } from '@telltale/contract';

/** One figure of the load on operators: what it is, what it should be, and where that stands. */
export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly target: string;
  /** Undefined: there is no target, or nothing to judge by. */
  readonly isWithin: boolean | undefined;
  /** How it is counted, and its source. */
  readonly formula: string;
}

const ISA = 'ANSI/ISA-18.2-2016';
const EEMUA = 'EEMUA 191';

export const shareText = (share: number | null): string => {
  if (share === null) return '–';
  const percent = share * 100;
  return `${percent === 0 || percent >= 10 ? Math.round(percent) : percent.toPrecision(2)} %`;
};
export const numberText = (value: number): string =>
  value === 0 || value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)));

/** The figures in the order of reading. @param days of the span */
export function figuresOf(figures: alarmHealth.AlarmFigures, operators: number, days: number): Figure[] {
  const { alarms, perTenMinutes, peak, floods, floodShare, chatteringShare, topTenShare } = figures;
  const { standingAverage, standing, stale, actedShare } = figures;
  const isAny = alarms > 0;
  const each = operators === 1 ? '' : ' for each operator';
  return [
    {
      label: `Alarms in 10 minutes${each}`,
      value: numberText(perTenMinutes),
      target: 'about 1, at most 2',
      isWithin: isAny ? perTenMinutes <= 2 : undefined,
      formula: `Alarms of the span ÷ its ten minutes ÷ operators; one that is raised again while it is open counts again. ${ISA}, clause 16; ${EEMUA}.`,
    },
    {
      label: `Fullest 10 minutes${each}`,
      value: peak ? numberText(peak.alarms) : '–',
      target: '10 or fewer',
      isWithin: peak ? peak.alarms <= 10 : undefined,
      formula: `The most alarms in any ten minutes of the clock ÷ operators. ${ISA}, clause 16.`,
    },
    {
      label: 'Time in flood',
      value: floods === 0 ? '0 %' : `${shareText(floodShare)}, ${floods === 1 ? 'once' : `${floods} times`}`,
      target: 'under 1 %',
      isWithin: isAny ? floodShare < 0.01 : undefined,
      formula: `Ten minutes in flood ÷ all ten minutes. A flood begins with 10 alarms or more for an operator and ends with fewer than 5. ${ISA}, clause 16.`,
    },
    {
      label: 'Chattering',
      value: shareText(chatteringShare),
      target: 'none',
      isWithin: chatteringShare === null ? undefined : chatteringShare === 0,
      formula: `Alarms that came three times or more within a minute on one asset ÷ all alarms. ${ISA}, clause 16.`,
    },
    {
      label: 'From the ten most frequent',
      value: shareText(topTenShare),
      target: 'at most 5 %',
      // Where no more than ten came at all, all is theirs: that says nothing.
      isWithin: topTenShare === null || topTenShare === 1 ? undefined : topTenShare <= 0.05,
      formula: `Alarms of the ten alarms (of one asset each) that came most often ÷ all alarms. ${ISA}, clause 16.`,
    },
    {
      label: 'Standing at once',
      value: `${numberText(standingAverage)}, now ${numberText(standing)}`,
      target: 'under 10',
      isWithin: standingAverage < 10,
      formula: `Time that alarms were open, added up ÷ the span; and how many are open at its end. ${EEMUA}.`,
    },
    {
      label: 'Stale',
      value: numberText(stale),
      target: 'under 5 a day',
      isWithin: stale / days < 5,
      formula: `Alarms that were open for longer than 24 hours. ${ISA}, clause 16.`,
    },
    {
      label: 'Acted on',
      value: shareText(actedShare),
      target: 'every one',
      isWithin: undefined,
      formula: `Alarms that a person acknowledged, wrote something of, or closed while the condition was true ÷ all that were opened. That each alarm asks for a response: ${ISA}, clause 3; ${EEMUA}.`,
    },
  ];
}

/** What shares of the priorities should be, from the least severe on: 80, 15, 5 % (EEMUA 191; ANSI/ISA-18.2, clause 16). */
export const PRIORITY_FORMULA = `Alarms of each severity ÷ all alarms: some 80 % low, 15 % middle, 5 % high. ${ISA}, clause 16; ${EEMUA}.`;

/** Of which definition it is, for several may have an alarm of this name; and of which asset, where it is one alone. */
export function whoseText({ assetDefinitionName, assets, worst }: alarmHealth.AlarmHealth): string {
  return [assetDefinitionName, assets === 1 ? worst[0]?.assetName : undefined].filter(Boolean).join(' · ');
}
