import { currentUser, userProfile, userProfileUpdate } from "../users/schemas.ts";
import type { Endpoints } from "./endpoint.ts";

export const currentUserEndpoints = {
  "GET /me": {
    area: "admin",
    access: "admin.me",
    operationId: "getCurrentUser",
    live: true,
    summary: "Reads the signed-in system admin",
    answers: { 200: currentUser },
  },
} satisfies Endpoints<"admin">;

export const profileEndpoints = {
  "GET /users/me": {
    area: "staff",
    access: "profile.own",
    operationId: "getProfile",
    live: true,
    summary: "Reads the own profile",
    answers: { 200: userProfile },
  },
  "PATCH /users/me": {
    area: "staff",
    access: "profile.own",
    operationId: "selectWorkspace",
    audit: { none: "It is a preference of the own screen." },
    summary: "Remembers the workspace that was selected last",
    body: userProfileUpdate,
    answers: { 200: userProfile },
  },
} satisfies Endpoints<"staff">;
