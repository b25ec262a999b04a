import { createContext, useContext } from "react";
import type { IdentityService } from "./identity.ts";

export const IdentityServiceContext = createContext<IdentityService>(() =>
  Promise.reject(new Error("useIdentityService needs an Area around it")),
);

/** The identity service that the area was given. */
export function useIdentityService(): IdentityService {
  return useContext(IdentityServiceContext);
}
