export * from '../target/links.ts'
