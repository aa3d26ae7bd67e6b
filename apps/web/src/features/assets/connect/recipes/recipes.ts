import { deviceLines } from '../device-lines.ts';
import { arduinoRecipe } from './arduino.ts';
import { nodeRedRecipe } from './node-red.ts';
import { pythonRecipe } from './python.ts';
import type { Recipe, RecipeFacts } from './recipe.ts';
import { routerRecipe } from './router.ts';
import { sparkplugRecipe } from './sparkplug.ts';

/** Every way to connect with a token that this portal offers, filled in. */
export function recipesFor(facts: RecipeFacts): Recipe[] {
  const { mqttPort } = facts;
  const lines = deviceLines(facts).map(({ program, line }) => ({ title: program, text: line }));
  const shell = { name: 'Shell', lead: 'Sends a first message once.', parts: lines, fields: [] };
  const python = pythonRecipe(facts);
  if (mqttPort === null) return lines.length > 0 ? [shell, python] : [python];
  const overMqtt = { ...facts, mqttPort };
  return [
    shell,
    arduinoRecipe(overMqtt),
    python,
    nodeRedRecipe(overMqtt),
    routerRecipe(overMqtt),
    ...(facts.kind === 'gateway' ? [sparkplugRecipe(overMqtt)] : []),
  ];
}
