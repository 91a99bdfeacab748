import { Liquid, type Template } from 'liquidjs';

/** The template engine. It is created at first use, because creating it takes time. */
let engine: Liquid | undefined;
const parsed = new Map<string, Template[]>();

/**
 * Replaces each `{{ name }}` in a text with its value. Throws an error for a name without a value, so that no text is
 * printed with a gap.
 */
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
