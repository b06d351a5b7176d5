// All surfaces, by the name in the setting COMPAT. The code of a surface is loaded only if it is switched on.
import type { Surface } from './surface.ts';

export const SURFACES = {
  stonfi: async () => (await import('./stonfi/surface.ts')).stonfi,
  udf: async () => (await import('./udf/surface.ts')).udf,
} as const satisfies Readonly<Record<string, () => Promise<Surface>>>;

export type SurfaceName = keyof typeof SURFACES;

export const SURFACE_NAMES = Object.keys(SURFACES) as readonly SurfaceName[];
