import { Liquid, type Template } from 'liquidjs';

/** Made at first use, because loading it takes time. */
let engine: Liquid | undefined;
const parsed = new Map<string, Template[]>();

/** Fills the `{{ names }}` of a text. Raises an error for a name without a value, so that no gap is printed. */
export function fill(text: string, values: Readonly<Record<string, unknown>> = {}): string {
  if (!text.includes('{')) return text;
  engine ??= new Liquid({ strictVariables: true, strictFilters: true });
  let template = parsed.get(text);
  if (!template) {
    template = engine.parse(text);
    parsed.set(text, template);
  }
  return String(engine.renderSync(template, values));
}
