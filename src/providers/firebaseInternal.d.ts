import type { FirebaseApp } from "firebase/app";

/**
 * The door through which Firebase's own packages reach firebase/auth. Only a listener that comes
 * through it starts the library's token refresh ahead of expiry and its back-off (spec 4).
 */
declare module "@firebase/app" {
  export function _getProvider(
    app: FirebaseApp,
    name: "auth-internal",
  ): { getImmediate(): { addAuthTokenListener(listener: (token: string | null) => void): void } };
}
