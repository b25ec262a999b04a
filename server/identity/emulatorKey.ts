/** The API key of embedded mode; emulator and in-memory service ignore it. */
export const EMULATOR_API_KEY = "demo-api-key";
