declare module "virtual:sprite" { export const sprite: string; export const names: Set<string> }
/// <reference types="svelte" />
/// <reference types="vite/client" />
