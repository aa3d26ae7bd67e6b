import { z } from 'zod';
import { dataItemIdSchema } from '../../ids.ts';

/** The longest expression, characters; what is longer is refused before it is read. */
export const MAX_EXPRESSION_LENGTH = 10_000;
export const MAX_VARIABLES = 1_000;

/** Which data item a variable of an expression stands for (spec 1 §3 'Alarm override'). */
export const expressionVariableSchema = z.object({
  DataItemId: dataItemIdSchema,
  /** `_` and the label with each non-word character replaced by `_`. */
  Variable: z.string().min(1).max(300),
});
export type ExpressionVariable = z.infer<typeof expressionVariableSchema>;

/** An expression with what its variables stand for. A variable that is not listed is looked up by its label. */
export const alarmExpressionSchema = z.object({
  expression: z.string().max(MAX_EXPRESSION_LENGTH),
  variables: z.array(expressionVariableSchema).max(MAX_VARIABLES).default([]),
});
export type AlarmExpression = z.infer<typeof alarmExpressionSchema>;
