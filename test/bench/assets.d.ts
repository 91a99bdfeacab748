import type { Page } from 'playwright-core';

export declare function watchAssets(page: Page): Set<string>;
export declare function sizeOf(files: Iterable<string>): number;
export declare function sizeOfAll(): number;
export declare function installedMegabytes(): number;
