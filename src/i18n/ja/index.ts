import { app } from "./app.ts";
import { errors } from "./errors.ts";
import { home } from "./home.ts";
import { login } from "./login.ts";
import { ra } from "./ra.ts";

/** Each file of `resources` adds the texts of its resource, under its name. */
// biome-ignore lint/suspicious/noEmptyInterface: a type cannot be added to.
export interface ResourceTexts {}

const files = import.meta.glob<Record<string, object>>("./resources/*.ts", { eager: true });
const resources: ResourceTexts = Object.assign({}, ...Object.values(files));

/** Every text of the browser; those of resources are below `resources`, as react-admin expects. */
export const ja = { ra, app, errors, home, login, resources };

export type Catalogue = typeof ja;
