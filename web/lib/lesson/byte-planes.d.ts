declare module '*?planes' {
  const base64: string;
  export default base64;
}
