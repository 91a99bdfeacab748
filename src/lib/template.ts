import { Liquid, type Template } from 'liquidjs';

const engine = new Liquid({ strictVariables: true, strictFilters: true });
const parsed = new Map<string, Template[]>();

/** Fills the `{{ names }}` of a text. Raises an error for a name without a value, so that no gap goes to print. */
export function fill(text: string, values: Readonly<Record<string, unknown>> = {}): string {
  if (!text.includes('{')) return text;
  let template = parsed.get(text);
  if (!template) {
    template = engine.parse(text);
    parsed.set(text, template);
  }
  return String(engine.renderSync(template, values));
}
