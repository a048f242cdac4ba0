import { mount } from 'svelte';
import App from './App.svelte';
import { keepOffline } from './offline';
import './style/tokens.css';

const target = document.getElementById('app');
if (target) mount(App, { target });
keepOffline();
