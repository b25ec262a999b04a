import type { TranslationMessages } from "react-admin";
import { app } from "./app.ts";
import { errors } from "./errors.ts";
import { home } from "./home.ts";
import { login } from "./login.ts";
import { ra } from "./ra.ts";
import { settings } from "./settings.ts";

/** Each file exports the texts of its resource under the resource's name. */
const resources = import.meta.glob<Record<string, object>>("./resources/*.ts", { eager: true });

/** Every text of the browser; those of resources are below `resources`, as react-admin expects. */
export const ja = {
  ra,
  app,
  errors,
  home,
  login,
  settings,
  resources: Object.assign({}, ...Object.values(resources)),
} satisfies TranslationMessages;
