/** The API key of embedded mode; neither the emulator nor the in-memory service looks at it. */
export const EMULATOR_API_KEY = "demo-api-key";
