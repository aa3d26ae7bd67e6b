import { Button } from '@mantine/core';
import { type commands, permissionId } from '@telltale/contract';
import { reasonIn } from '@telltale/domain/format/answer.ts';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { Link } from 'wouter';
import { whyAddress } from '#actions/why-address.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useWhyGestures } from '#pages/use-why-gestures.ts';
import { useMay } from '#session/session-store.ts';
import { Facts } from '#ui/Facts.tsx';
import { effectText, parameterText, partsOf, recordedOf, stateWords, whyOfEffect } from './command-words.ts';
import classes from './commands.module.css';
import { SentTogether } from './SentTogether.tsx';
import { useCommandActs } from './use-command-acts.ts';

interface CommandDetailsProps {
  command: commands.Command;
  assetName: string;
}

/** All that is known of a command: what was sent, when what happened, what was answered, and whether it worked. */
export function CommandDetails({ command, assetName }: CommandDetailsProps) {
  const zone = useOwnZone();
  const { release, refuse, sendAgain, mayRelease, mayRefuse, maySendAgain, isOwn, busyWith } = useCommandActs();
  const { module, name, parameter } = partsOf(command.command);
  const isBusy = busyWith === command.commandId;
  const effect = effectText(command, zone);
  return (
    <div className={classes.details}>
      <p className={classes.hint}>{stateWords(command.state).hint}</p>
      <Facts>
        <dt>Command</dt>
        <dd>
          {module}.{name}
        </dd>
        {parameterText(command.command) === '' ? null : (
          <>
            <dt>Parameter</dt>
            <dd>
              <code>{JSON.stringify(parameter)}</code>
            </dd>
          </>
        )}
        <dt>Asked for</dt>
        <dd>
          <Time iso={command.created} /> by {command.username}
        </dd>
        {command.dangerous ? (
          <>
            <dt>Released</dt>
            <dd>
              <Decision iso={command.released} by={command.releasedBy}>
                {command.state === 'awaiting release' ? 'not yet' : 'never'}
              </Decision>
            </dd>
          </>
        ) : null}
        {command.state === 'refused' ? (
          <>
            <dt>{command.refusedBy === command.username ? 'Taken back' : 'Refused'}</dt>
            <dd>
              <Decision iso={command.ended} by={command.refusedBy} />
            </dd>
          </>
        ) : null}
        <Fact name="Sent" iso={command.sent} />
        <Fact name="Delivered" iso={command.delivered} />
        <Fact name="Ended" iso={command.ended} />
        <Fact name="Expires" iso={command.sent === null && command.ended === null ? command.expires : null} />
        {command.answer === null ? null : <FirstAnswer command={command} answer={command.answer} />}
        {command.furtherAnswers.map(({ time, answer, kind }) => (
          <Answer
            key={`${time} ${answer}`}
            name={kind === 'late' ? 'Late answer' : 'Another answer'}
            iso={time}
            answer={answer}
          />
        ))}
        {effect === null ? null : (
          <>
            <dt>Effect</dt>
            <dd>
              <EffectFact command={command} text={effect} />
            </dd>
          </>
        )}
      </Facts>
      {mayRefuse(command) || maySendAgain(command) ? (
        <div className={classes.actions}>
          {mayRelease(command) ? (
            <Button size="compact-sm" loading={isBusy} onClick={() => void release(command, assetName)}>
              Release
            </Button>
          ) : null}
          {mayRefuse(command) ? (
            <Button
              variant="default"
              size="compact-sm"
              loading={isBusy}
              onClick={() => void refuse(command, assetName)}
            >
              {isOwn(command) ? 'Take back' : 'Refuse'}
            </Button>
          ) : null}
          {maySendAgain(command) ? (
            <Button
              variant="default"
              size="compact-sm"
              loading={isBusy}
              onClick={() => void sendAgain(command, assetName)}
            >
              Send again
            </Button>
          ) : null}
        </div>
      ) : null}
      {mayRefuse(command) ? <SentTogether command={command} /> : null}
    </div>
  );
}

/** What was recorded of the data item, and where that value comes from. */
function EffectFact({ command, text }: { command: commands.Command; text: string }) {
  useWhyGestures();
  const mayAsk = useMay(permissionId('DataItems', 'View'));
  const { assetId, effect } = command;
  const recorded = recordedOf(command);
  if (!effect || !recorded) return text;
  const { dataItemId } = effect;
  return (
    <span {...whyOfEffect(command)}>
      {text} {mayAsk ? <Link href={whyAddress({ assetId, dataItemId }, recorded.time)}>Why this number?</Link> : null}
    </span>
  );
}

/** When somebody said something of it, and who; without it what stands there instead. */
function Decision({ iso, by, children }: { iso: string | null; by: string | null; children?: string }) {
  if (iso === null) return children;
  return (
    <>
      <Time iso={iso} /> by {by}
    </>
  );
}

function Time({ iso }: { iso: string }) {
  const zone = useOwnZone();
  const timeMs = Date.parse(iso);
  return (
    <time dateTime={iso} title={zoneName(timeMs, zone)}>
      {formatDateTime(timeMs, zone)}
    </time>
  );
}

function Fact({ name, iso }: { name: string; iso: string | null }) {
  if (iso === null) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <Time iso={iso} />
      </dd>
    </>
  );
}

/** What came first; of a command that went nowhere, why. */
function FirstAnswer({ command, answer }: { command: commands.Command; answer: string }) {
  if (command.sent !== null) return <Answer name="Answer" iso={command.answered} answer={answer} />;
  return (
    <>
      <dt>Reason</dt>
      <dd>{reasonIn(answer)}</dd>
    </>
  );
}

/** @param iso null: nobody kept when it came */
function Answer({ name, iso, answer }: { name: string; iso: string | null; answer: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {iso === null ? null : <Time iso={iso} />} <code>{answer}</code>
      </dd>
    </>
  );
}
