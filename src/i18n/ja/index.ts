import type { TranslationMessages } from "react-admin";
import { app } from "./app.ts";
import { contracts } from "./contracts.ts";
import { dictionaries } from "./dictionaries.ts";
import { errors } from "./errors.ts";
import { home } from "./home.ts";
import { login } from "./login.ts";
import { organizations } from "./organizations.ts";
import { ra } from "./ra.ts";
import { settings } from "./settings.ts";
import { users } from "./users.ts";
import { workspaces } from "./workspaces.ts";

/** Every text a person sees in the browser; each resource's below `resources`, as react-admin expects. */
export const ja = {
  ra,
  app,
  errors,
  home,
  login,
  settings,
  resources: { contracts, dictionaries, organizations, users, workspaces },
} satisfies TranslationMessages;
