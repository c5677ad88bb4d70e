import { mount } from 'svelte'
import App from './App.svelte'
import './tokens.css'
import './base.css'
import './print.css'
import { welcome } from './host'
import { watchPointer } from './keys'
import { settle } from './memory.svelte'

settle()
welcome()
watchPointer()
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', settle)
matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', settle)
mount(App, { target: document.getElementById('app')! })
