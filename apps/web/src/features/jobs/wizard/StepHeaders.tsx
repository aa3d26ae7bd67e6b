import { IconAlertCircle } from '@tabler/icons-react';
import classes from './wizard.module.css';
import { STEPS, type StepNumber } from './wizard-steps.ts';

interface StepHeadersProps {
  shown: StepNumber;
  isIncomplete: (step: StepNumber) => boolean;
  onShow: (step: StepNumber) => void;
}

/** The headers of the steps, to click; they count from 2 (spec 2 §2.8). */
export function StepHeaders({ shown, isIncomplete, onShow }: StepHeadersProps) {
  return (
    <nav aria-label="Steps" className={classes.steps}>
      <ol>
        {STEPS.map(({ step, title }) => (
          <li key={step}>
            <button
              type="button"
              id={`job-step-${step}`}
              className={classes.header}
              aria-current={step === shown ? 'step' : undefined}
              onClick={() => onShow(step)}
            >
              <span className={classes.number}>{step}</span>
              {title}
              {isIncomplete(step) ? (
                <>
                  <IconAlertCircle size={16} className={classes.incomplete} aria-hidden />
                  <span className="tt-visually-hidden">, something is missing</span>
                </>
              ) : null}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
