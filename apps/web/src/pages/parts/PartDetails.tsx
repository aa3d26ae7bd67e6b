import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type parts, permissionId } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useState } from 'react';
import { partRecordsQuery } from '#api/events/part-queries.ts';
import { useMay } from '#session/session-store.ts';
import { Pending } from '../Pending.tsx';
import { PartBar } from './PartBar.tsx';
import classes from './part-details.module.css';
import { amount, bandText, forecastText, STATE_WORDS, usedText } from './part-words.ts';
import { RecordForm } from './RecordForm.tsx';

interface PartDetailsProps {
  assetId: number;
  part: parts.GridPart;
  zone: string;
  at: string | undefined;
}

export function PartDetails({ assetId, part, zone, at }: PartDetailsProps) {
  const { last, counterName, interval, dueAt, remaining, eventDefinitionId } = part;
  const query = useQuery(partRecordsQuery(assetId, eventDefinitionId, at));
  const [edited, setEdited] = useState<'new' | parts.PartRecord>();
  const mayCreate = useMay(permissionId('Events', 'Create')) && at === undefined;
  const mayModify = useMay(permissionId('Events', 'Modify')) && at === undefined;
  const records = query.data?.records ?? [];
  const nowMs = at === undefined ? Date.now() : Date.parse(at);
  const band = bandText(part.forecast, zone);
  const ofCounter = (value: number | null) => (value === null ? '–' : `${amount(value)} ${counterName}`);

  return (
    <div className={classes.part}>
      <div>
        <p className={classes.used}>
          {usedText(part)} <strong data-state={part.state}>{STATE_WORDS[part.state]}</strong>
        </p>
        <PartBar part={part} />
        <p className={classes.forecast}>Due {forecastText(part, nowMs, zone)}</p>
        {band ? <p className={classes.dim}>{band}, in nine of ten cases.</p> : null}
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Last performed</dt>
          <dd>{last === null ? 'Never recorded' : ofCounter(last.counterValue)}</dd>
          {last === null ? null : (
            <dd className={classes.dim}>{formatDateTime(Date.parse(last.timestamp), zone).slice(0, 16)}</dd>
          )}
        </div>
        <div>
          <dt>Interval</dt>
          <dd>{ofCounter(interval)}</dd>
        </div>
        <div>
          <dt>Due at</dt>
          <dd>{ofCounter(dueAt)}</dd>
        </div>
        <div>
          <dt>Remaining</dt>
          <dd>{ofCounter(remaining)}</dd>
        </div>
      </dl>
      {edited === undefined && mayCreate ? (
        <Button className={classes.touch ?? ''} onClick={() => setEdited('new')}>
          Record maintenance
        </Button>
      ) : null}
      {edited === undefined ? null : (
        <RecordForm
          key={edited === 'new' ? 0 : edited.eventId}
          assetId={assetId}
          part={part}
          record={edited === 'new' ? undefined : edited}
          previous={edited === 'new' ? records[0]?.comments : edited.comments}
          zone={zone}
          onDone={() => setEdited(undefined)}
        />
      )}
      <section aria-label="History">
        <h3 className={classes.heading}>History</h3>
        <Pending query={query} label="Loading the history" failure="The history could not be loaded." rows={3} />
        {query.data && records.length === 0 ? <p className={classes.dim}>No records to show.</p> : null}
        {records.length > 0 ? (
          <table className={classes.history}>
            <thead>
              <tr>
                <th scope="col">Time ({zoneName(nowMs, zone)})</th>
                <th scope="col">Part #</th>
                <th scope="col">{counterName}</th>
                {mayModify ? <th aria-label="Edit" /> : null}
              </tr>
            </thead>
            <tbody>
              {records.map((record) => (
                <tr key={record.eventId}>
                  <td>
                    {formatDateTime(Date.parse(record.timestamp), zone).slice(0, 16)}
                    {record.comments ? <span className={classes.comments}>{record.comments}</span> : null}
                    <span className={classes.dim}>{record.user}</span>
                  </td>
                  <td>{record.partNumber || '–'}</td>
                  <td className={classes.number}>{record.counterValue === null ? '–' : amount(record.counterValue)}</td>
                  {mayModify ? (
                    <td>
                      <Button
                        className={classes.touch ?? ''}
                        variant="default"
                        size="compact-sm"
                        aria-label={`Edit the record of ${formatDateTime(Date.parse(record.timestamp), zone)}`}
                        onClick={() => setEdited(record)}
                      >
                        Edit
                      </Button>
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        ) : null}
        {query.data && query.data.total > records.length ? (
          <p className={classes.dim}>
            The latest {records.length} of {query.data.total} records.
          </p>
        ) : null}
      </section>
    </div>
  );
}
